import type { Auditor } from './audit'

export const createAuditor = (): Auditor => ({ begin: () => undefined })
