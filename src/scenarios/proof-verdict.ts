/** One thing that must be true of a lesson, and whether it is. */
export interface ProofVerdict {
  readonly title: string
  readonly ok: boolean
  /** What is wrong, in words. */
  readonly problem?: string
}

/** A verdict; `problem` is told only where it is not `ok`. */
export const verdict = (title: string, ok: boolean, problem: string): ProofVerdict => ({
  title,
  ok,
  ...(!ok && { problem }),
})
