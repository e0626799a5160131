/** A file that is the answer; `remove` is called when it was sent, or no one wants it any more. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
  readonly remove: () => void;
}
