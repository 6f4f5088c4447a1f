import { Autocomplete, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { stringify } from 'yaml'
import { pathOf } from '../../../client/targets'
import { parseJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { hubResourceOf } from '../../../api/shared-storage'
import { Diff } from '../../components/Diff'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { apiVersionFor, resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { useNamespaces } from '../../queries/namespaces'
import { useClient } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { useFirstShown } from './first-shown'

/** The versions, in all groups, of a kind that is stored once. */
function versionsOf(resources: readonly ResourceInfo[], chosen: ResourceInfo | undefined): ResourceInfo[] {
  if (!chosen) return []
  const hub = hubResourceOf(chosen.group, chosen.resource)
  return resources.filter((other) => {
    const at = hubResourceOf(other.group, other.resource)
    return at.group === hub.group && at.resource === hub.resource
  })
}

const textOf = (object: ApiObject): string => {
  const { managedFields: _records, ...metadata } = object.metadata
  return stringify({ ...object, metadata }, { sortMapEntries: false })
}

/** Each kind once, those with the most versions first; the first with objects is the default. */
const richestFirst = (several: readonly ResourceInfo[], resources: readonly ResourceInfo[]): ResourceInfo[] =>
  several
    .filter((info, i) => several.findIndex((other) => resourceTitle(other) === resourceTitle(info)) === i)
    .map((info) => ({ info, count: versionsOf(resources, info).length }))
    .sort((a, b) => b.count - a.count)
    .map(({ info }) => info)

/** An object in every version that serves it. */
export function VersionsView() {
  const client = useClient()
  const discovery = useDiscovery()
  const namespaces = useNamespaces()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const resources = discovery.data?.resources ?? []
  const several = resources.filter((info) => info.verbs.includes('get') && versionsOf(resources, info).length > 1)
  const asked = several.find((info) => resourceTitle(info) === query['kind'])
  const richest = richestFirst(several, resources)
  const first = useFirstShown(richest, !asked)
  // Without objects, use the kind of the example that the button at the top loads.
  const example = richest.find(({ resource }) => resource === 'horizontalpodautoscalers') ?? richest[0]
  const chosen = asked ?? (first === null ? example : first?.info)
  const namespace = chosen?.namespaced
    ? (query['ns'] ?? (asked ? undefined : first?.namespace) ?? 'default')
    : undefined
  const target = chosen && { ...chosen, namespace }
  const versions = versionsOf(resources, chosen)
  // Served versions depend on the release, so an answer for other versions is outdated.
  const served = versions.map(apiVersionFor)
  const list = useQuery({
    queryKey: ['versions', 'names', chosen && resourceTitle(chosen), served, namespace],
    queryFn: async () => (target ? (await client.list(target)).items.map(({ metadata }) => metadata.name ?? '') : []),
    enabled: !!target,
  })
  const name = query['name'] ?? list.data?.[0]
  const forms = useQuery({
    queryKey: ['versions', 'forms', chosen && resourceTitle(chosen), served, namespace, name],
    enabled: !!name,
    queryFn: () =>
      Promise.all(
        versions.map(async (info) => {
          const response = await client.raw('GET', pathOf({ ...info, namespace }, name))
          const body = parseJson(await response.text()) as ApiObject
          return { info, body, warning: response.headers.get('warning') }
        }),
      ),
  })
  if (discovery.isError) return <ErrorMessage error={discovery.error} onRetry={() => void discovery.refetch()} />
  if (!discovery.data) return <Loading label="Reading discovery" />
  if (several.length === 0)
    return (
      <Empty title="Every kind has a single version in this release" icon="releases">
        Switch to an earlier release, such as 1.20, where some kinds are served in several versions.
      </Empty>
    )
  if (!chosen) return <Loading label="Looking for an object" />
  return (
    <div className="o-stack">
      <div className="o-row wrap">
        <Select
          label="Kind"
          searchable
          w="min(100%, 24rem)"
          data={[...new Set(several.map(resourceTitle))]}
          value={resourceTitle(chosen)}
          onChange={(kind) => setQuery({ kind: kind ?? undefined, name: undefined })}
        />
        {chosen.namespaced && (
          <Autocomplete
            label="Namespace"
            data={[...namespaces]}
            value={namespace ?? ''}
            onChange={(ns) => setQuery({ ns, name: undefined })}
          />
        )}
        <Select
          label="Object"
          searchable
          data={list.data ?? []}
          value={name ?? null}
          onChange={(value) => setQuery({ name: value ?? undefined })}
          placeholder="none"
        />
      </div>
      {list.error && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {forms.error && <ErrorMessage error={forms.error} onRetry={() => void forms.refetch()} />}
      {!name && list.isSuccess && (
        <Empty title={`No ${chosen.kind} in this namespace`}>
          Create one, select another kind or namespace, or load the example at the top.
        </Empty>
      )}
      {forms.data && (
        <div className="o-versions">
          {forms.data.map(({ info, body, warning }, i) => (
            <section key={apiVersionFor(info)} aria-label={apiVersionFor(info)} className="o-panel o-panel-body">
              <h2 className="o-mono">{apiVersionFor(info)}</h2>
              {warning && <p className="o-small o-tone-waiting">{/"(.*)"/.exec(warning)?.[1]}</p>}
              {body.kind === 'Status' ? (
                <ErrorMessage error={new Error(String((body as unknown as { message?: string }).message))} />
              ) : i === 0 ? (
                <pre className="o-code" tabIndex={0}>
                  {textOf(body)}
                </pre>
              ) : (
                <Diff
                  before={textOf(forms.data[0]?.body ?? body)}
                  after={textOf(body)}
                  label={`From ${apiVersionFor(forms.data[0]?.info ?? info)} to ${apiVersionFor(info)}`}
                />
              )}
            </section>
          ))}
        </div>
      )}
    </div>
  )
}
