import { changesCluster } from '../../../links/changes-cluster'
import { parseJson } from '../../../machinery/json-text'
import { MASTERS_GROUP } from '../../../machinery/user'
import type { SentRequest } from '../../../scenarios/record'
import type { ControlEvents } from '../../../server/control'

function parsedAnswer(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parseJson(text)
  } catch {
    return undefined // no names that later requests could refer to
  }
}

/**
 * A request from a program outside the page, in the form of a recording. Undefined for requests that change nothing;
 * `unreadable` if the body is not text.
 */
export function sentOutside({
  user,
  groups,
  answer,
  ...sent
}: ControlEvents['outside']): SentRequest | 'unreadable' | undefined {
  const { method, path, contentType, body } = sent
  if (!changesCluster({ method, url: new URL(path, 'https://orchard.invalid').href })) return undefined
  if (body !== '' && !/\b(json|yaml)\b/.test(contentType)) return 'unreadable'
  return {
    ...sent,
    answer: parsedAnswer(answer),
    // Names of administrators' certificates differ between clusters, but their rights don't.
    ...(!groups.includes(MASTERS_GROUP) && { who: { name: user, groups } }),
  }
}
