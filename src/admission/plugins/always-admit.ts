import type { AdmissionPlugin } from '../plugin'

/** Lets everything pass (admission document, AlwaysAdmit). */
export const alwaysAdmit = (): AdmissionPlugin => ({ name: 'AlwaysAdmit', operations: [] })
