/** Where what public listeners are told comes from, and where it is sent. */
import type { FeedMessage, Opened } from './crowd-messages.ts';

/** Who tells the listeners. */
export interface Receiver {
  /** False: it can't keep up and takes nothing for now. */
  isReady(): boolean;
  send(messages: readonly FeedMessage[]): void;
}

export interface Source {
  /** Where the changes go from now on. */
  begin(receiver: Receiver): void;
  /** There is no one to tell any more. */
  end(): void;
  open(opened: Opened): void;
  close(channel: string): void;
}

/** Two as one: `isSecond` says of a channel's name whose it is. */
export function joinSources(first: Source, second: Source, isSecond: (channel: string) => boolean): Source {
  const of = (channel: string): Source => (isSecond(channel) ? second : first);
  return {
    begin(receiver) {
      first.begin(receiver);
      second.begin(receiver);
    },
    end() {
      first.end();
      second.end();
    },
    open: (opened) => of(opened.channel).open(opened),
    close: (channel) => of(channel).close(channel),
  };
}
