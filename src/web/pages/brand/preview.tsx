/** Name and logo on the grounds of both themes, in the colours that were given. */
import { useEffect, useRef } from 'preact/hooks';
import { marked } from '../../format/raw-text.ts';
import { adminWords } from '../../words/admin.ts';
import { draw } from './picture.ts';

interface PreviewProps {
  readonly name: string;
  readonly logo: ImageBitmap | null;
  readonly light: string;
  readonly dark: string;
}

const COLOUR = /^#[0-9a-f]{6}$/i;
const HEIGHT = 48;

export function Preview({ name, logo, light, dark }: PreviewProps) {
  return (
    <div class="brand-previews" role="group" aria-label={adminWords.value.brand.preview}>
      {(
        [
          ['light', light],
          ['dark', dark],
        ] as const
      ).map(([theme, colour]) => (
        <div key={theme} class="brand-preview" data-preview={theme}>
          {logo === null ? null : <Picture logo={logo} />}
          <bdi style={COLOUR.test(colour) ? { color: colour } : {}}>{marked(name === '' ? 'Outcry' : name)}</bdi>
        </div>
      ))}
    </div>
  );
}

function Picture({ logo }: { readonly logo: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, logo);
  }, [logo]);
  // Twice the pixels, for sharp screens.
  const width = Math.max(1, Math.round((logo.width / logo.height) * HEIGHT));
  return <canvas ref={canvas} width={width} height={HEIGHT} />;
}
