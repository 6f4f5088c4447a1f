/** The two vocabularies; the source is written in `orch`. */
export type Names = 'orch' | 'kubernetes'
/** Both sets of names. */
export const ALL_NAMES: readonly Names[] = ['orch', 'kubernetes']
/** Display names. */
export const NAMES_TITLES: Readonly<Record<Names, string>> = { orch: 'orch', kubernetes: 'Kubernetes' }
