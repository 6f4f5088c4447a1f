/** How often and how long a webhook is called. */
export interface WebhookPolicy {
  /** Of one try, its answer and the delays that the service asks for included. */
  readonly timeoutMs: number
  /** Tries in all, where the failure may pass: status 429, 500 or 504, or a connection that was reset. */
  readonly tries: number
  /** Before the second try; each further wait is longer by a half. */
  readonly backoffMs: number
}

/** Who calls webhooks, and how. Registrations and configurations may set other times. */
export const WEBHOOK_POLICIES = {
  admission: { timeoutMs: 10_000, tries: 1, backoffMs: 0 },
  conversion: { timeoutMs: 30_000, tries: 1, backoffMs: 0 },
  imagePolicy: { timeoutMs: 30_000, tries: 5, backoffMs: 500 },
  tokenReview: { timeoutMs: 30_000, tries: 5, backoffMs: 500 },
  subjectAccessReview: { timeoutMs: 30_000, tries: 5, backoffMs: 500 },
} as const satisfies Readonly<Record<string, WebhookPolicy>>
