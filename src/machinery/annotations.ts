/** Annotation in which a client keeps the configuration that it has applied last, for client-side apply. */
export const LAST_APPLIED = 'orchctl.orch.io/last-applied-configuration'
