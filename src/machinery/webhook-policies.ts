/** Time limit and retries of webhook calls. */
export interface WebhookPolicy {
  /** For one try, including its response and the delays that the service requests. */
  readonly timeoutMs: number
  /** Maximum tries if the failure may be temporary: status 429, 500 or 504, or a reset connection. */
  readonly tries: number
  /** Delay before the second try; each further one is 1.5 times as long. */
  readonly backoffMs: number
}

/** Policy by caller. Registrations and configurations may override the times. */
export const WEBHOOK_POLICIES = {
  admission: { timeoutMs: 10_000, tries: 1, backoffMs: 0 },
  conversion: { timeoutMs: 30_000, tries: 1, backoffMs: 0 },
  imagePolicy: { timeoutMs: 30_000, tries: 5, backoffMs: 500 },
  tokenReview: { timeoutMs: 30_000, tries: 5, backoffMs: 500 },
  subjectAccessReview: { timeoutMs: 30_000, tries: 5, backoffMs: 500 },
} as const satisfies Readonly<Record<string, WebhookPolicy>>
