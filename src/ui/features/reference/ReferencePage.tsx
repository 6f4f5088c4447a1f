import { Button, TextInput } from '@mantine/core'
import { Word } from '../../components/terms/Explained'
import { useRef } from 'react'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { resourceTitle, type ResourceInfo, useDiscovery } from '../../queries/discovery'
import { useKeys } from '../../state/keys'
import { ReferenceTabs } from './ReferenceTabs'
import { consolePlace, explainPlace, useGo, useQueryState, useSetQuery } from '../../state/place'

const matches = (info: ResourceInfo, word: string): boolean =>
  !word ||
  [info.kind, info.resource, info.group, info.version, ...info.shortNames, ...info.categories].some((text) =>
    text.toLowerCase().includes(word),
  )

const EVERY = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** The verbs, written in the shorter of two ways. */
export function verbsOf(verbs: readonly string[]): string {
  const missing = EVERY.filter((verb) => !verbs.includes(verb))
  if (missing.length > 2 || verbs.length + missing.length > EVERY.length) return verbs.join(', ')
  return missing.length ? `all but ${missing.join(' and ')}` : 'all eight'
}

/** Everything that this control plane serves, from its own documents. */
export function ReferencePage() {
  const discovery = useDiscovery()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const go = useGo()
  const box = useRef<HTMLInputElement>(null)
  const word = (query['filter'] ?? '').toLowerCase()
  const found = (discovery.data?.resources ?? []).filter((info) => matches(info, word))
  const versions = [...new Map(found.map((info) => [`${info.group}/${info.version}`, info])).values()].sort(
    (a, b) =>
      Number(b.group === '') - Number(a.group === '') ||
      a.group.localeCompare(b.group) ||
      a.version.localeCompare(b.version),
  )
  useKeys([{ keys: '/', title: 'Filter', run: () => box.current?.focus() }])
  return (
    <div className="o-page">
      <PageHead
        title="API reference"
        about="Every served kind with its fields and requests, from the server’s own discovery and OpenAPI documents. You can open each request in the console."
      >
        <Button
          variant="default"
          leftSection={<Icon name="example" />}
          onClick={() =>
            go(explainPlace({ group: 'apps', version: 'v1', resource: 'deployments' }, 'spec.template.spec.containers'))
          }
        >
          Explain a field
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="console" />}
          onClick={() => go(consolePlace('GET', '/openapi/v2'))}
        >
          OpenAPI document
        </Button>
      </PageHead>
      <ReferenceTabs />
      <div className="o-toolbar">
        <TextInput
          ref={box}
          w={280}
          aria-label="Filter kinds"
          placeholder="Kind, group, short name"
          leftSection={<Icon name="filter" size={14} />}
          value={query['filter'] ?? ''}
          onChange={(e) => setQuery({ filter: e.currentTarget.value })}
        />
        <span className="o-dim o-num" role="status">
          {found.length} kinds in {versions.length} versions
        </span>
      </div>
      <div className="o-page-body o-stack">
        {discovery.isPending && <Loading lines={12} />}
        {discovery.isError && <ErrorMessage error={discovery.error} onRetry={() => void discovery.refetch()} />}
        {discovery.data && !found.length && (
          <Empty
            title="No matching kind"
            icon="search"
            actions={
              <Button variant="default" onClick={() => setQuery({ filter: undefined })}>
                Clear filter
              </Button>
            }
          />
        )}
        {versions.map(({ group, version }) => (
          <section key={`${group}/${version}`} className="o-panel" aria-label={`${group || 'core'}/${version}`}>
            <header>
              <h2 className="o-mono">{group ? `${group}/${version}` : version}</h2>
              {!group && <span className="o-dim">core</span>}
            </header>
            <div className="o-scroll-x">
              <table className="o-table">
                <thead>
                  <tr>
                    <th>
                      <Word id="kind">Kind</Word>
                    </th>
                    <th>Resource</th>
                    <th>Short</th>
                    <th>Scope</th>
                    <th>
                      <Word id="verb">Verbs</Word>
                    </th>
                    <th>
                      <Word id="subresource">Subresources</Word>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found
                    .filter((info) => info.group === group && info.version === version)
                    .sort((a, b) => a.kind.localeCompare(b.kind))
                    .map((info) => (
                      <tr key={resourceTitle(info)}>
                        <td>
                          <Go place={explainPlace(info)}>{info.kind}</Go>
                        </td>
                        <td className="o-mono">{info.resource}</td>
                        <td className="o-mono o-dim">{info.shortNames.join(', ')}</td>
                        <td className="o-dim">{info.namespaced ? 'namespace' : 'cluster'}</td>
                        <td className="o-dim o-small" title={info.verbs.join(', ')}>
                          {verbsOf(info.verbs)}
                        </td>
                        <td className="o-dim o-small">{info.subresources.map((sub) => sub.name).join(', ')}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}
