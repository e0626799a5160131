/**
 * The short way in for calls of the API: a request whose method and path are a route's, letter by letter, goes to the
 * front without the framework, which would take a tenth of its time to find the route and to wrap it. All others go the
 * framework's way, and those without a route there come to the front as unknown.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Route } from './route.ts';
import { rewriteTarget } from './target.ts';

export interface DirectWay {
  readonly byPath: ReadonlyMap<string, readonly Route[]>;
  /** The target as it is routed. */
  readonly targetOf: (raw: IncomingMessage) => string;
  readonly serve: (raw: IncomingMessage, response: ServerResponse, route: Route) => void;
  /** Whether the server is being closed: then a connection is told that this is its last answer. */
  readonly isClosing: () => boolean;
}

/** A listener that leaves to `others` the requests that aren't calls. */
export function directly({ byPath, targetOf, serve, isClosing }: DirectWay, others: RequestListener): RequestListener {
  return (raw, response) => {
    const target = targetOf(raw);
    const route = routeAt(byPath, raw.method, target);
    if (route === undefined) return others(raw, response);
    rewriteTarget(raw, target);
    if (isClosing()) response.setHeader('Connection', 'close');
    serve(raw, response, route);
  };
}

function routeAt(byPath: DirectWay['byPath'], method: string | undefined, target: string): Route | undefined {
  const mark = target.indexOf('?');
  const routes = byPath.get(mark < 0 ? target : target.slice(0, mark));
  return routes?.find((route) => route.method === method);
}
