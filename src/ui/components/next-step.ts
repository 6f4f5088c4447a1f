import { isRefusal, StatusError } from '../../client/status-error'

/** What helps against an error, by the reason of its Status. */
const NEXT_STEPS: Readonly<Record<string, string>> = {
  BadRequest: 'Correct the request and send it again.',
  Unauthorized: 'The server did not accept the credentials. Choose another identity at the top right.',
  NotFound: 'It may have been deleted, or it may be in another namespace.',
  MethodNotAllowed: 'The server does not offer this action here. The API reference lists the actions of each kind.',
  NotAcceptable: 'The server cannot answer in the requested format. Change the Accept header.',
  UnsupportedMediaType: 'The server cannot read a body of this format. Change the Content-Type header.',
  AlreadyExists: 'Choose another name, or open the existing object and edit it.',
  Conflict: 'The object changed since it was read. Reload it and repeat your change.',
  Expired: 'This resourceVersion is older than the stored history. List again.',
  Gone: 'This resourceVersion is older than the stored history. List again.',
  RequestEntityTooLarge: 'The request is too large. Send less, or split it into several objects.',
  Timeout: 'The server took too long to answer. Try again.',
  ServerTimeout: 'The server took too long to answer. Try again.',
  InternalError:
    'The server could not finish the request: a webhook or the store failed, for example. Find the request in the log below: its trace shows the step that failed.',
  ServiceUnavailable:
    'The control plane is starting, is moving to another tab, or cannot store objects now. If this lasts, the top of the page says why.',
}

/** What helps against errors of the browser and the transport, by their names. */
const BY_NAME: Readonly<Record<string, string>> = {
  ConnectionLost:
    'The request may have been carried out or not: check before you send it again. If nothing answers, restart the control plane at the top of the page.',
  QuotaExceededError:
    'The browser gives this site no more space. Delete snapshots or objects, or clear data of other sites, and try again.',
  NoOwner: 'Nothing was changed. Wait a moment, or restart the control plane at the top of the page.',
}

/** What the user can do about an error, if anything is known to help. */
export function nextStepOf(error: unknown): string | undefined {
  if (!(error instanceof StatusError)) return error instanceof Error ? BY_NAME[error.name] : undefined
  const { reason, details } = error
  if (reason === 'Invalid')
    return isRefusal(error)
      ? 'A policy of this cluster refused the request. Change the object so that it passes, or change the policy.'
      : 'Correct these fields and send the request again.'
  if (reason !== 'TooManyRequests') return NEXT_STEPS[reason]
  const seconds = details?.retryAfterSeconds ?? 0
  return `A rate limit or a disruption budget blocks this request. Try again ${seconds > 0 ? `in ${seconds} s` : 'later'}.`
}
