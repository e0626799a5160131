/**
 * Signing in and out. Fields have no names and no form is ever sent; the secret leaves its field only to become a key.
 */
import { useRef, useState } from 'preact/hooks';
import { Fault } from '../parts/panel.tsx';
import { words } from '../words/words.ts';
import { app } from '../base/app-json.ts';
import { accountText } from '../format/account-text.ts';
import { canSign, isDemo, type KeyParts, session, signIn, signOut } from '../base/session.ts';

export function SignIn({ done }: { readonly done: () => void }) {
  const { shell, signIn: text } = words.value;
  const [error, setError] = useState<unknown>(null);
  const enter = async (parts: KeyParts, isKept: boolean): Promise<void> => {
    try {
      await signIn(parts, isKept);
      done();
    } catch (refusal) {
      setError(refusal);
    }
  };
  const who = session.value;
  if (!canSign.value) return <p>{text.noCrypto}</p>;
  return (
    <div>
      {who === null ? null : (
        <div class="form">
          <p>
            {who.label} · {accountText(who.uid)}
          </p>
          <button type="button" onClick={() => (signOut(), done())}>
            {shell.signOut}
          </button>
        </div>
      )}
      {who === null || isDemo(who.uid) ? <KeyForm enter={(parts, isKept) => void enter(parts, isKept)} /> : null}
      {error === null ? null : <Fault error={error} />}
      {app.value.demo === undefined ? null : (
        <div class="form-demo">
          <h2>{text.demo}</h2>
          <div class="form-row">
            {app.value.demo.map((demo) => (
              <button key={demo.uid} type="button" onClick={() => void enter(demo, false)}>
                {shell.demo(String(demo.uid))}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function KeyForm({ enter }: { readonly enter: (parts: KeyParts, isKept: boolean) => void }) {
  const { signIn: text } = words.value;
  const fields = useRef<Record<string, HTMLInputElement | null>>({});
  const [isKept, keep] = useState(false);
  const submit = (): void => {
    const of = (name: string): string => fields.current[name]?.value ?? '';
    enter({ apiKey: of('apiKey').trim(), secret: of('secret'), passphrase: of('passphrase') }, isKept);
    for (const name of ['secret', 'passphrase']) if (fields.current[name]) fields.current[name].value = '';
  };
  const field = (name: 'apiKey' | 'secret' | 'passphrase') => {
    const given = {
      ref: (input: HTMLInputElement | null) => void (fields.current[name] = input),
      autocomplete: 'off',
      spellcheck: false,
    } as const;
    return (
      <label>
        {text[name]}
        {name === 'apiKey' ? <input type="text" {...given} /> : <input type="password" {...given} />}
      </label>
    );
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2>{text.title}</h2>
      <p class="dim">{text.why}</p>
      {field('apiKey')}
      {field('secret')}
      {field('passphrase')}
      <label class="check">
        <input type="checkbox" checked={isKept} onChange={(event) => keep(event.currentTarget.checked)} />
        {text.keep}
      </label>
      {isKept ? <p class="dim">{text.keepWhy}</p> : null}
      <button type="submit">{text.submit}</button>
    </form>
  );
}
