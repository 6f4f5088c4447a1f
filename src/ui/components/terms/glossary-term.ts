/** A word that a learner may not know. */
export interface GlossaryTerm {
  readonly id: string
  readonly title: string
  /** Other forms of the word in texts, in lower case; the title itself is one of them. */
  readonly forms?: readonly string[]
  /** Its name is that of a button beside it: texts do not mark it. */
  readonly unmarked?: true
  /** What else people search for. */
  readonly words?: string
  readonly text: string
  /** Ids of terms that belong to it. */
  readonly see?: readonly string[]
}
