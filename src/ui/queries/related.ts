import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client } from '../../client/client'
import type { ApiObject } from '../../machinery/object'
import { useSystemClient } from '../state/connection'
import { useChanges } from './changes'
import { type Discovery, resourceTitle, type ResourceInfo } from './discovery'
import { useDiscovery } from './use-discovery'
import { podSelectorOf, type Reference, REFERRING, referencesOf } from './references'
import { type Known, type Relations, useRelations } from './relations'

/** Maximum number of objects of one kind that are searched. */
const LIMIT = 300

/** An object with its kind. */
export interface Whole {
  readonly info: ResourceInfo
  readonly object: ApiObject
}

/** Another object, and how it is related to the one that is shown. */
export interface Relation {
  readonly kind: string
  readonly name: string
  /** Absent if the referenced object does not exist. */
  readonly known?: Known
  readonly how: string
}

const isPod = (info: ResourceInfo): boolean => info.group === '' && info.resource === 'pods'

/** Resolves a reference to an existing object. */
function found(relations: Relations, { group, kind, name, namespace }: Reference, home: string | undefined) {
  return relations.all.find(
    ({ info, meta }) =>
      info.group === group &&
      info.kind === kind &&
      meta.name === name &&
      (!info.namespaced || meta.namespace === (namespace ?? home)),
  )
}

/** References and selectors from an object, and from others to it. */
export function relationsOf(self: Whole, relations: Relations, others: readonly Whole[]): Relation[] {
  const { info, object } = self
  const { namespace, name = '', uid } = object.metadata
  const chosen = podSelectorOf(info.kind, object)
  const known = ({ info: kind, object: other }: Whole): Known => ({ info: kind, meta: other.metadata })
  return [
    ...referencesOf(object).map((reference): Relation => {
      const target = found(relations, reference, namespace)
      return {
        kind: reference.kind,
        name: reference.name,
        how: `referenced in ${reference.field}`,
        ...(target && { known: target }),
      }
    }),
    ...relations.all
      .filter(
        ({ info: kind, meta }) => isPod(kind) && meta.namespace === namespace && chosen.matches(meta.labels ?? {}),
      )
      .map((pod): Relation => ({
        kind: pod.info.kind,
        name: pod.meta.name ?? '',
        how: 'matches its selector',
        known: pod,
      })),
    ...others
      .filter((other) => other.object.metadata.uid !== uid)
      .flatMap((other): Relation[] => {
        const base = { kind: other.info.kind, name: other.object.metadata.name ?? '', known: known(other) }
        const home = other.object.metadata.namespace
        const reference = referencesOf(other.object).find(
          (each) =>
            each.kind === info.kind &&
            each.group === info.group &&
            each.name === name &&
            (!info.namespaced || (each.namespace ?? home) === namespace),
        )
        const chooses =
          isPod(info) &&
          home === namespace &&
          podSelectorOf(other.info.kind, other.object).matches(object.metadata.labels ?? {})
        return [
          ...(reference ? [{ ...base, how: `references it in ${reference.field}` }] : []),
          ...(chooses ? [{ ...base, how: 'selects it by its labels' }] : []),
        ]
      }),
  ]
}

async function readReferring(client: Client, discovery: Discovery, namespace: string | undefined): Promise<Whole[]> {
  const kinds = discovery.resources.filter((info) => info.preferred && REFERRING.has(resourceTitle(info)))
  const lists = await Promise.all(
    kinds.map(async (info) => {
      try {
        const target = info.namespaced && namespace ? { ...info, namespace } : info
        const { items } = await client.list(target, { query: { limit: LIMIT } })
        return items.map((object): Whole => ({ info, object }))
      } catch {
        return [] // a kind that cannot be listed must not hide the relations of the others
      }
    }),
  )
  return lists.flat()
}

/** The objects around a namespace that refer to or select others, read again after writes there. */
export function useReferring(namespace: string | undefined): readonly Whole[] | undefined {
  const client = useSystemClient()
  const queries = useQueryClient()
  const discovery = useDiscovery().data
  const key = ['referring', namespace ?? '']
  useChanges((changes) => {
    if (changes.some((change) => !namespace || !change.namespace || change.namespace === namespace))
      void queries.invalidateQueries({ queryKey: key })
  })
  return useQuery({
    queryKey: [...key, discovery?.resources.length],
    queryFn: () => (discovery ? readReferring(client, discovery, namespace) : []),
    enabled: discovery !== undefined,
    staleTime: 10_000,
  }).data
}

/** Relations of an object other than ownership, read again after related writes. */
export function useRelated(info: ResourceInfo, object: ApiObject): readonly Relation[] | undefined {
  const { namespace } = object.metadata
  const relations = useRelations(namespace).data
  const others = useReferring(namespace)
  return relations && others ? relationsOf({ info, object }, relations, others) : undefined
}
