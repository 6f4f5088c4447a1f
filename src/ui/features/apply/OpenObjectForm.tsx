import { Autocomplete, Button, Select } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Explained } from '../../components/terms/Explained'
import { ErrorMessage } from '../../components/States'
import { resourceTitle, type Discovery, type ResourceInfo } from '../../queries/discovery'
import { useNamespaces } from '../../queries/namespaces'
import { useGo, useSetQuery } from '../../state/place'
import { labPlace } from '../../state/lab-place'

const valueOf = ({ group, version, resource }: ResourceInfo): string => `${group}/${version}/${resource}`

/** Chooses the object to open in the lab. */
export function OpenObjectForm({
  open,
  discovery,
  info,
  kinds,
  namespace,
  name,
  objects,
  setName,
}: {
  readonly open: () => void
  readonly discovery: UseQueryResult<Discovery, Error>
  readonly info: ResourceInfo | undefined
  readonly kinds: ResourceInfo[]
  readonly namespace: string | undefined
  readonly name: string
  readonly objects: UseQueryResult<string[], Error>
  readonly setName: (next: string) => void
}) {
  const setQuery = useSetQuery()
  const namespaces = useNamespaces()
  const go = useGo()
  return (
    <form
      className="o-panel-body o-stack"
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      {discovery.isError && <ErrorMessage error={discovery.error} onRetry={() => void discovery.refetch()} />}
      <Explained term="kind">
        <Select
          label="Kind"
          searchable
          allowDeselect={false}
          maxDropdownHeight={320}
          value={info ? valueOf(info) : null}
          data={kinds.map((kind) => ({ value: valueOf(kind), label: `${kind.kind} (${resourceTitle(kind)})` }))}
          onChange={(value) => setQuery({ kind: value ?? undefined })}
        />
      </Explained>
      {info?.namespaced && (
        <Explained term="namespace">
          <Autocomplete
            label="Namespace"
            value={namespace ?? ''}
            data={[...namespaces]}
            onChange={(value) => setQuery({ ns: value || undefined })}
          />
        </Explained>
      )}
      <Autocomplete
        label="Name"
        data-lab-name
        description="A new name is created on first apply"
        value={name}
        data={objects.data ?? []}
        limit={200}
        onChange={setName}
        onOptionSubmit={(value) => info && go(labPlace(info, namespace, value))}
      />
      <div className="o-row wrap">
        <Button type="submit" disabled={!info || !name}>
          Open in the lab
        </Button>
        {objects.isSuccess && (
          <span className="o-dim o-small">
            {objects.data.length === 0
              ? 'No objects of this kind in this namespace.'
              : objects.data.length === 1
                ? '1 object in this namespace.'
                : `${objects.data.length} objects in this namespace.`}
          </span>
        )}
      </div>
      {objects.isError && <ErrorMessage error={objects.error} onRetry={() => void objects.refetch()} />}
    </form>
  )
}
