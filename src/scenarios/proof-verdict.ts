/** A property that a lesson must have, and whether it has it. */
export interface ProofVerdict {
  readonly title: string
  readonly ok: boolean
  /** Description of the problem. */
  readonly problem?: string
}

/** A verdict; includes `problem` only if not `ok`. */
export const verdict = (title: string, ok: boolean, problem: string): ProofVerdict => ({
  title,
  ok,
  ...(!ok && { problem }),
})
