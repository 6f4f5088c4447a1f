/** A term that learners may not know. */
export interface GlossaryTerm {
  readonly id: string
  readonly title: string
  /** Other forms of the term in lower case; the title itself counts as one. */
  readonly forms?: readonly string[]
  /** Not marked in texts, because a button beside it has the same name. */
  readonly unmarked?: true
  /** Other words that people search for. */
  readonly words?: string
  readonly text: string
  /** Ids of related terms. */
  readonly see?: readonly string[]
}
