// Requests of tests, as lines.
import type { TestCluster } from './cluster'

/** An answer whose body is a JSON object. */
export interface JsonAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

const PATCH_TYPES: Readonly<Record<string, string>> = {
  apply: 'application/apply-patch+yaml',
  'json-patch': 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

/** Sends `POST /path` or, for patches, `PATCH merge /path`, with the token `admin`. */
export function sendLine(
  cluster: TestCluster,
  line: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const [method = '', ...rest] = line.split(' ')
  const type = rest.length > 1 ? PATCH_TYPES[rest[0] ?? ''] : undefined
  return cluster.send(method, rest.at(-1) ?? '', body, {
    authorization: 'Bearer admin',
    ...(type && { 'content-type': type }),
    ...headers,
  })
}

/** Like `sendLine`, with the answer read. */
export async function askLine(...request: Parameters<typeof sendLine>): Promise<JsonAnswer> {
  const response = await sendLine(...request)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** The causes of a Status as `Reason field`. */
export const causesIn = (body: object): string[] =>
  ((body as { details?: { causes?: { reason: string; field: string }[] } }).details?.causes ?? []).map(
    ({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`,
  )
