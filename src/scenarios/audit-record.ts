interface AuditUser {
  readonly username: string
  readonly groups?: readonly string[]
}

/** What checks look at of an event of the audit log. */
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
