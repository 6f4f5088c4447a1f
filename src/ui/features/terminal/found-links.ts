import { readForbidden } from '../../../authorization/forbidden'
import { type Catalogue, findResource, groupResourceOf } from '../../../orchctl/core/catalogue'
import { type RefusedRequest, whyRefusedPlace } from '../../components/refusal/asked'
import type { Identity } from '../../state/identity'
import { objectPlace, type Place } from '../../state/place'

/** A link found in the output. */
export interface FoundLink {
  readonly title: string
  readonly place: Place
  /** The refused request that it explains. */
  readonly asked?: RefusedRequest
}

/** A link that explains the refusal in a line; undefined if there is none. */
export function refusalIn(line: string, identity: Pick<Identity, 'name' | 'groups'>): FoundLink | undefined {
  const at = line.indexOf('User "')
  if (at < 0 || !/forbidden/i.test(line)) return undefined
  const refusal = readForbidden(line.slice(at))
  if (!refusal) return undefined
  const [, name = ''] = /(?:\(Forbidden\): |^)\S+ "([^"]+)" is forbidden/.exec(line) ?? []
  const asked = { ...refusal, name }
  return {
    title: `Why may ${refusal.user} not ${refusal.verb} ${refusal.isResourceRequest ? refusal.resource : refusal.path}?`,
    place: whyRefusedPlace(asked, identity),
    asked,
  }
}

const OBJECT = /(?<![\w/.-])([a-z]+(?:\.[a-z0-9.-]+)?)\/([a-z0-9](?:[a-z0-9.:-]*[a-z0-9])?)(?![\w/])/g

/** Objects named as `kind/name` in a line, with their positions. */
export function objectsIn(
  line: string,
  catalogue: Catalogue,
  namespace: string,
): { readonly start: number; readonly end: number; readonly link: FoundLink }[] {
  return [...line.matchAll(OBJECT)].flatMap((match) => {
    const [all, type = '', name = ''] = match
    const resource = findResource(catalogue, type)
    if (!resource) return []
    return [
      {
        start: match.index,
        end: match.index + all.length,
        link: {
          title: `Open ${all}`,
          place: objectPlace(
            { ...resource, resource: resource.name },
            resource.namespaced ? namespace : undefined,
            name,
          ),
        },
      },
    ]
  })
}

/** The object of a table row. `type` and `everywhere` come from the command. */
export function rowObject(
  line: string,
  catalogue: Catalogue,
  { type, namespace, everywhere }: { readonly type: string; readonly namespace: string; readonly everywhere: boolean },
): { readonly start: number; readonly end: number; readonly link: FoundLink } | undefined {
  const resource = findResource(catalogue, type)
  const words = [...line.matchAll(/\S+/g)]
  const at = everywhere && resource?.namespaced ? words[1] : words[0]
  if (!resource || !at || /^[A-Z]/.test(line) || at[0].includes('/')) return undefined
  const place = everywhere ? (words[0]?.[0] ?? '') : namespace
  return {
    start: at.index,
    end: at.index + at[0].length,
    link: {
      title: `Open ${groupResourceOf(resource)} ${at[0]}`,
      place: objectPlace({ ...resource, resource: resource.name }, resource.namespaced ? place : undefined, at[0]),
    },
  }
}
