/** How a node among several answers reads; a single machine has no such part. */
export interface NodeReads {
  /** Of the last command that is applied here: said with every answer. */
  readonly sequence: () => number;
  /**
   * Resolves when a read may be answered from what is here: a private one of all that was answered anywhere before it,
   * or as recent as the operator wants; a public one unless what is here is too old.
   * @param sequence the command that must be in it, as the caller has it from an earlier answer; null: none
   * @throws NotExecuted
   */
  readonly mayBeRead: (isPrivate: boolean, sequence: number | null) => Promise<void>;
}
