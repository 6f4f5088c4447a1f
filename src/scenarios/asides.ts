/** Audit ID prefix of requests by checks, which are ignored. */
export const CHECK_ID = 'scenario-check-'
/** Audit ID prefix of requests that a page sends for its own display, which are ignored, too. */
export const DISPLAY_ID = 'page-display-'

/** Whether a lesson ignores a request, by its audit ID. */
export const isAside = (auditId: string): boolean => auditId.startsWith(CHECK_ID) || auditId.startsWith(DISPLAY_ID)
