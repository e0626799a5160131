/**
 * The form of the brand, checked by the exchange as it is written, with what is wrong below its field. A logo is looked
 * at, and made smaller where it has to be, before it is sent.
 */
import { useEffect, useState } from 'preact/hooks';
import { write } from '../../base/admin-session.ts';
import { useAsk } from '../../parts/ask.ts';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { adminWords } from '../../words/admin.ts';
import { about, checkLater, Field, type FieldFault, savedPicture, Wrong } from './fields.tsx';
import { base64Of, bitmapOf, logoOf, type NoLogo } from './picture.ts';
import { Preview } from './preview.tsx';

export interface Brand {
  readonly name: string | null;
  readonly logo: { readonly path: string } | null;
  readonly light: string | null;
  readonly dark: string | null;
  readonly origins: readonly string[];
  /** Address of everybody's page. */
  readonly pages: string;
}

interface Written {
  readonly name: string;
  readonly light: string;
  readonly dark: string;
  readonly origins: string;
  /** Base64; '': none; null: as it is. */
  readonly logo: string | null;
}

/** Shown by the picker while no colour is given. */
const USUAL = { light: '#0b5fb0', dark: '#4aa8ff' } as const;

function bodyOf({ origins, logo, ...texts }: Written): object {
  const list = origins.split(/[\s,]+/).filter((one) => one !== '');
  return { ...texts, origins: list, ...(logo === null ? {} : { logo }) };
}

/** The form as it is written, and what is done with it. */
function useForm(brand: Brand, saved: () => void) {
  const [form, setForm] = useState<Written>(() => ({
    name: brand.name ?? '',
    light: brand.light ?? '',
    dark: brand.dark ?? '',
    origins: brand.origins.join('\n'),
    logo: null,
  }));
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [noLogo, setNoLogo] = useState<NoLogo | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, fault, ask } = useAsk();
  useEffect(() => {
    if (brand.logo !== null) void savedPicture(brand.logo.path).then(setPicture);
  }, [brand.logo?.path]);
  useEffect(() => checkLater(bodyOf(form), setFaults), [form]);
  const change = (part: Partial<Written>): void => {
    setSaved(false);
    setForm((before) => ({ ...before, ...part }));
  };
  const take = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const logo = await logoOf(bytes);
    setNoLogo(typeof logo === 'string' ? logo : null);
    if (typeof logo === 'string') return;
    setPicture(await bitmapOf(logo));
    change({ logo: base64Of(logo) });
  };
  const removeLogo = (): void => {
    setPicture(null);
    change({ logo: '' });
  };
  const store = async (): Promise<void> => {
    await write('/admin/v1/brand', bodyOf(form));
    setSaved(true);
    saved();
  };
  return { form, faults, picture, noLogo, isSaved, isBusy, fault, change, take, removeLogo, save: () => ask(store) };
}

type Form = ReturnType<typeof useForm>;

export function BrandForm({ brand, saved }: { readonly brand: Brand; readonly saved: () => void }) {
  const { brand: text } = adminWords.value;
  const form = useForm(brand, saved);
  const { name, origins } = form.form;
  const { faults, isSaved, fault } = form;
  return (
    <Panel title={text.title}>
      <form class="brand-form" onSubmit={(event) => event.preventDefault()}>
        <p class="dim">{text.what}</p>
        <Field name="name" faults={faults}>
          <Line name="name" form={form} />
        </Field>
        <Logo form={form} />
        <Colour theme="light" form={form} />
        <Colour theme="dark" form={form} />
        <Preview name={name} logo={form.picture} light={shownIn('light', form)} dark={shownIn('dark', form)} />
        <Field name="origins" faults={faults}>
          <textarea
            {...about('origins', faults)}
            rows={3}
            value={origins}
            onInput={({ currentTarget }) => form.change({ origins: currentTarget.value })}
          />
        </Field>
        <div class="brand-save">
          <button type="button" data-save="" disabled={form.isBusy || faults.length > 0} onClick={form.save}>
            {text.save}
          </button>
          <span class={isSaved ? 'ok' : 'dim'} role="status">
            {isSaved ? text.saved : faults.length > 0 ? text.wrong(faults.length) : ''}
          </span>
        </div>
        {fault === null ? null : <Fault error={fault} />}
      </form>
    </Panel>
  );
}

/** The colour as it would be; '' where it can't be had. */
function shownIn(theme: 'light' | 'dark', { form, faults }: Form): string {
  return faults.some(({ field }) => field === theme) ? '' : form[theme];
}

function Line({ name, form }: { readonly name: 'name' | 'light' | 'dark'; readonly form: Form }) {
  return (
    <input
      {...about(name, form.faults)}
      value={form.form[name]}
      onInput={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
    />
  );
}

function Colour({ theme, form }: { readonly theme: 'light' | 'dark'; readonly form: Form }) {
  const colour = form.form[theme];
  return (
    <Field name={theme} faults={form.faults}>
      <span class="brand-colour">
        <input
          type="color"
          aria-label={adminWords.value.brand.pick[theme]}
          value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : USUAL[theme]}
          onInput={({ currentTarget }) => form.change({ [theme]: currentTarget.value })}
        />
        <Line name={theme} form={form} />
      </span>
    </Field>
  );
}

function Logo({ form: { faults, picture, noLogo, take, removeLogo } }: { readonly form: Form }) {
  const { brand: text } = adminWords.value;
  return (
    <div class="brand-field">
      <FileDrop name="logo" label={text.fields['logo'] ?? ''} take={(bytes) => void take(Uint8Array.from(bytes))} />
      {noLogo === null ? null : (
        <span class="bad" role="alert">
          {text[noLogo]}
        </span>
      )}
      <Wrong name="logo" faults={faults} />
      {picture === null ? null : (
        <div>
          <button type="button" data-remove="" onClick={removeLogo}>
            {text.remove}
          </button>
        </div>
      )}
    </div>
  );
}
