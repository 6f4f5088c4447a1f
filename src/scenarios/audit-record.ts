interface AuditUser {
  readonly username: string
  readonly groups?: readonly string[]
}

/** The part of an audit event that checks can test. */
export interface AuditRecord {
  readonly auditID: string
  readonly level: string
  readonly stage: string
  readonly verb: string
  readonly user: AuditUser
  readonly impersonatedUser?: AuditUser
  readonly objectRef?: {
    readonly resource?: string
    readonly subresource?: string
    readonly namespace?: string
    readonly name?: string
  }
  readonly responseStatus?: { readonly code: number }
  readonly requestReceivedTimestamp: string
}
