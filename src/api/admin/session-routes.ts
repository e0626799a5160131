/**
 * The way into the administration's page (sessions.ts): a code for whoever has a token, a token for whoever has a code,
 * and the way out.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyOf, textIn } from './body.ts';
import type { Holder, Sessions } from './sessions.ts';

/** The one request that needs no token: it brings a code. */
export const LOGIN_PATH = '/admin/v1/login';

/** @param holderOf who is asking, where a token was needed */
export function addSessions(
  app: FastifyInstance,
  sessions: Sessions,
  holderOf: (request: FastifyRequest) => Holder,
): void {
  app.post('/admin/v1/codes', (request, reply) => reply.send(sessions.code(holderOf(request))));
  app.post(LOGIN_PATH, (request, reply) => {
    const found = sessions.login(textIn(bodyOf(request.body), 'code'));
    if (found === null)
      return reply.code(401).send({
        code: 'unauthorized',
        msg: 'the code is not known, was used, or is older than a minute; outcry admin link makes another',
      });
    const { person, token, expiresInMs } = found;
    return reply.send({ token, expiresInMs, name: person.name, role: person.role });
  });
  app.post('/admin/v1/logout', (request, reply) => {
    sessions.logout(tokenOf(request));
    return reply.send({ ended: true });
  });
}

/** The token of a request, or ''. */
export function tokenOf({ headers }: FastifyRequest): string {
  return /^Bearer (o[cs]_[A-Za-z0-9_-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? '';
}
