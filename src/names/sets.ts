/** The two sets of names; the source is written in `orch`. */
export type Names = 'orch' | 'kubernetes'
export const ALL_NAMES: readonly Names[] = ['orch', 'kubernetes']
/** What people call them. */
export const NAMES_TITLES: Readonly<Record<Names, string>> = { orch: 'orch', kubernetes: 'Kubernetes' }
