import { Button, TextInput } from '@mantine/core'
import { useDeferredValue, useMemo, useRef } from 'react'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import type { ResourceInfo } from '../../queries/discovery'
import { useDiscovery } from '../../queries/use-discovery'
import { useKeys } from '../../state/keys'
import { consolePlace, explainPlace, useGo, useQueryState, useSetQuery } from '../../state/place'
import { FoundFields, LEAST_LETTERS } from './FoundFields'
import { KindTable } from './KindTable'
import { ReferenceTabs } from './ReferenceTabs'

const matches = (info: ResourceInfo, word: string): boolean =>
  !word ||
  [info.kind, info.resource, info.group, info.version, ...info.shortNames, ...info.categories].some((text) =>
    text.toLowerCase().includes(word),
  )

/** Everything that this control plane serves, from its own documents. */
export function ReferencePage() {
  const discovery = useDiscovery()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const go = useGo()
  const box = useRef<HTMLInputElement>(null)
  const word = useDeferredValue((query['filter'] ?? '').trim().toLowerCase())
  const preferred = useMemo(() => (discovery.data?.resources ?? []).filter((info) => info.preferred), [discovery.data])
  const found = (discovery.data?.resources ?? []).filter((info) => matches(info, word))
  const searchesFields = discovery.data !== undefined && word.length >= LEAST_LETTERS
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
          aria-label="Filter kinds and fields"
          placeholder="Kind, group, short name, field"
          leftSection={<Icon name="filter" size={14} />}
          value={query['filter'] ?? ''}
          onChange={(e) => setQuery({ filter: e.currentTarget.value })}
        />
        <span className="o-dim o-num" role="status">
          {found.length === 0 ? 'No kinds' : `${found.length} kinds in ${versions.length} versions`}
        </span>
      </div>
      <div className="o-page-body o-stack">
        {discovery.isPending && <Loading lines={12} />}
        {discovery.isError && <ErrorMessage error={discovery.error} onRetry={() => void discovery.refetch()} />}
        {discovery.data && !found.length && !searchesFields && <NothingFound word={word} />}
        {versions.map(({ group, version }) => (
          <KindTable
            key={`${group}/${version}`}
            group={group}
            version={version}
            kinds={found.filter((info) => info.group === group && info.version === version)}
          />
        ))}
        {searchesFields && (
          <FoundFields
            word={word}
            kinds={preferred}
            alone={found.length === 0}
            none={found.length === 0 ? <NothingFound word={word} /> : undefined}
          />
        )}
      </div>
    </div>
  )
}

/** Neither a kind nor a field matches the filter. */
function NothingFound({ word }: { readonly word: string }) {
  const setQuery = useSetQuery()
  return (
    <Empty
      title={`Nothing matches “${word}”`}
      icon="search"
      actions={
        <Button variant="default" onClick={() => setQuery({ filter: undefined })}>
          Clear filter
        </Button>
      }
    >
      {word.length < LEAST_LETTERS
        ? `To search fields too, type at least ${LEAST_LETTERS} letters.`
        : 'No kind, group, short name or field contains this text.'}
    </Empty>
  )
}
