import { Button, Select, TextInput } from '@mantine/core'
import { stringify } from 'yaml'
import type { AuditPage } from '../../../server/control'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import { type Search, useSetQuery } from '../../state/place'
import { download } from '../../state/download'
import { Panel } from '../../components/Panel'
import { writeJson } from '../../../machinery/json-text'
import { auditEventKey, AuditEvents } from './AuditEvents'
import { AUDIT_FILTERS } from './audit-filters'

/** The recorded events, with filters kept in the address. */
export function AuditLogPanel({ page, search }: { readonly page: AuditPage; readonly search: Search }) {
  const setQuery = useSetQuery()
  const chosen = page.events.find((event) => auditEventKey(event) === search['event'])
  const filtered = AUDIT_FILTERS.some(([key]) => search[key])
  const save = (): void =>
    download('audit.log', page.events.map((event) => `${writeJson(event)}\n`).join(''), 'application/jsonl')
  return (
    <Panel
      title="Audit log"
      actions={
        <>
          <span className="o-dim o-small o-num" aria-live="polite">
            {page.matched} of {page.kept}
            {page.dropped > 0 && `, ${page.dropped} older ones dropped`}
          </span>
          {filtered && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setQuery(Object.fromEntries(AUDIT_FILTERS.map(([key]) => [key, undefined])))}
            >
              Show all
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            disabled={page.events.length === 0}
            onClick={save}
          >
            Download
          </Button>
        </>
      }
    >
      <div className="o-panel-body o-adm-filters">
        {AUDIT_FILTERS.map(([key, label, data]) =>
          data ? (
            <Select
              key={key}
              label={label}
              clearable
              placeholder="any"
              data={[...data]}
              value={search[key] ?? null}
              onChange={(value) => setQuery({ [key]: value ?? undefined })}
            />
          ) : (
            <TextInput
              key={key}
              label={label}
              placeholder="any"
              spellCheck={false}
              value={search[key] ?? ''}
              onChange={(e) => setQuery({ [key]: e.currentTarget.value })}
            />
          ),
        )}
      </div>
      {page.events.length === 0 ? (
        <Empty title={filtered ? 'No matching events' : 'No events yet'} icon="list">
          {filtered ? 'Remove a filter.' : 'Requests that match the policy appear here.'}
        </Empty>
      ) : (
        <AuditEvents
          events={page.events}
          chosen={chosen}
          onChoose={(event) => setQuery({ event: event === chosen ? undefined : auditEventKey(event) })}
        />
      )}
      {chosen && (
        <div className="o-panel-body">
          <div className="o-row">
            <h3 className="o-h2 o-grow">Event {chosen.auditID}</h3>
            <CopyButton label="Copy event as JSON" text={() => writeJson(chosen, 2)} />
          </div>
          <pre className="o-code" tabIndex={0} aria-label="Audit event">
            {stringify(chosen)}
          </pre>
        </div>
      )}
    </Panel>
  )
}
