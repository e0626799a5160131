/** The organiser's page of the brand: the form, and what is to be put where. */
import { person } from '../../base/admin-session.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { useRead } from '../../parts/use-admin-read.ts';
import { adminWords } from '../../words/admin.ts';
import { type Brand, BrandForm } from './brand-form.tsx';
import './brand.css';

export function BrandPage() {
  const { brand: text } = adminWords.value;
  const isOwner = person.value?.role === 'owner';
  const { value, fault, again } = useRead<Brand>(isOwner ? '/admin/v1/brand' : null);
  if (!isOwner) return <Empty text={text.ownersOnly} />;
  return (
    <div class="brand-page">
      <h1>{text.title}</h1>
      {fault === null ? null : <Fault error={fault} retry={again} />}
      {value === null ? null : (
        <>
          <BrandForm brand={value} saved={again} />
          <Screens brand={value} />
        </>
      )}
    </div>
  );
}

const LOOPBACK = /^https?:\/\/(localhost|127\.|\[::1\])/;

function Screens({ brand: { pages, origins, name } }: { readonly brand: Brand }) {
  const { brand: text } = adminWords.value;
  const title = (name ?? 'Outcry').replace(/[&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const frame = `<iframe src="${pages}/embed/board" title="${title}" width="100%" height="520" loading="lazy"></iframe>`;
  const hall = `${pages}/projector`;
  return (
    <Panel title={text.screens}>
      <div class="form">
        <p>
          {text.hall}{' '}
          <a href={hall} target="_blank" rel="noopener" data-hall="">
            {hall}
          </a>
        </p>
        {origins.length === 0 ? (
          <p class="dim">{text.noFrame}</p>
        ) : (
          <>
            <p>{text.frame}</p>
            <pre data-frame="">{frame}</pre>
            <div>
              <CopyButton text={frame} />
            </div>
          </>
        )}
        {LOOPBACK.test(pages) ? <p class="dim">{text.address(pages)}</p> : null}
      </div>
    </Panel>
  );
}
