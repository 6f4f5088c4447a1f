/**
 * Names of pages that no lesson is about. Known before the lessons are loaded, so that the heads of these pages keep no line free
 * for a link.
 */
export const WITHOUT_LESSON: ReadonlySet<string> = new Set(['compare', 'webhook', 'stages'])
