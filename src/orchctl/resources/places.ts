import type { Call } from '../core/command'
import type { Resource } from '../core/catalogue'
import { select } from './select'
import { Objects, type Place } from './server'

/** Whether the command line selects whole collections: by labels, by fields or with `--all`. */
export const selectsCollections = ({ flags }: Call): boolean =>
  Boolean(flags.string('selector') || flags.string('field-selector') || flags.bool('all'))

/**
 * Where the objects are that a command's words select. Named objects are not read; collections are listed unless `isListed` says no.
 * @throws CommandError for incompatible words, and for types that the server doesn't have
 */
export async function selectedPlaces(
  call: Call,
  isListed: (resource: Resource) => boolean = () => true,
): Promise<Place[]> {
  const { session, flags, args } = call
  const everywhere = flags.bool('all-namespaces')
  const selecting = selectsCollections(call)
  const { named, collections } = await select(session, args, { selecting, allNamespaces: everywhere })
  const namespace = everywhere ? '' : (await session.namespace()).name
  const places: Place[] = named.map(({ resource, name }) => ({
    resource,
    name,
    namespace: resource.namespaced ? namespace : '',
  }))
  const query = {
    labelSelector: flags.string('selector') || undefined,
    fieldSelector: flags.string('field-selector') || undefined,
  }
  for (const resource of collections.filter(isListed))
    for (const { metadata } of await new Objects(session).list(resource, namespace, query))
      places.push({ resource, name: metadata.name ?? '', namespace: metadata.namespace ?? '' })
  return places
}
