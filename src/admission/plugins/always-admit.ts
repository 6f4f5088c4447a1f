import type { AdmissionPlugin } from '../plugin'

/** Allows every request (admission document, AlwaysAdmit). */
export const alwaysAdmit = (): AdmissionPlugin => ({ name: 'AlwaysAdmit', operations: [] })
