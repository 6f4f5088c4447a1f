import { Button, Select } from '@mantine/core'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { LazyExportMenu } from '../../components/export/LazyExportMenu'
import type { TextTable } from '../../components/export/table-text'
import { PageHead } from '../../components/PageHead'
import { apiVersionFor, type ResourceInfo } from '../../queries/discovery'
import { pluralOf } from '../../queries/plural'
import { consolePlace, explainPlace, useGo, useQueryState } from '../../state/place'

/** The kind, its versions, and actions on the whole list. */
export function ListHead({
  info,
  versions,
  listPath,
  create,
  table,
}: {
  readonly info: ResourceInfo
  readonly versions: readonly ResourceInfo[]
  readonly listPath: string
  readonly create: () => void
  /** The filtered and sorted rows. */
  readonly table: () => TextTable
}) {
  const go = useGo()
  const query = useQueryState()
  return (
    <PageHead
      title={pluralOf(info)}
      about={
        <>
          All {pluralOf(info)} (<code>{apiVersionFor(info)}</code>), updated live.{' '}
          <Go place={explainPlace(info)}>Field reference</Go>
        </>
      }
    >
      {versions.length > 1 && (
        <Select
          w={130}
          aria-label="Version"
          allowDeselect={false}
          data={versions.map((v) => v.version)}
          value={info.version}
          onChange={(version) =>
            version &&
            go({
              to: '/explore/$group/$version/$resource',
              params: { group: info.group || 'core', version, resource: info.resource },
              search: query,
            })
          }
        />
      )}
      <LazyExportMenu
        what={`the ${pluralOf(info)}`}
        file={info.resource}
        table={table}
        request={{ method: 'GET', path: listPath }}
      />
      <Button variant="default" leftSection={<Icon name="console" />} onClick={() => go(consolePlace('GET', listPath))}>
        Open in console
      </Button>
      {info.verbs.includes('create') && (
        <Button leftSection={<Icon name="plus" />} onClick={create}>
          Create
        </Button>
      )}
    </PageHead>
  )
}
