import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Loading, ErrorMessage } from '../../components/States'
import { flagValue } from '../../state/argv'
import { fromDataUrl, toDataUrl } from '../../state/data-url'
import { Panel } from '../../components/Panel'
import { useSessionDraft } from '../../state/session-draft'
import { useFlagControls } from './acting'
import { encodePeople, parsePeople, type PersonRow } from './token-rows'
import { UserFields } from './UserFields'

const FLAG = 'token-auth-file'
const NEW: PersonRow = { token: '', name: '', uid: '', groups: [] }

/** Users with static tokens: the file of `--token-auth-file`, edited in place. */
export function PeopleFilePart() {
  const { argv, apply, busy, error, unread } = useFlagControls()
  const flag = flagValue(argv ?? [], FLAG)
  const file = flag === undefined ? '' : fromDataUrl(flag)
  const [rows, change, drop, drafted, settle] = useSessionDraft<readonly PersonRow[]>('people', parsePeople(file ?? ''))
  const set = (i: number, part: Partial<PersonRow>): void =>
    change(rows.map((row, j) => (i === j ? { ...row, ...part } : row)))
  const complete = rows.every(({ token, name }) => token.trim() !== '' && name.trim() !== '')
  const save = async (): Promise<void> => {
    if (await apply({ [FLAG]: rows.length ? toDataUrl(encodePeople(rows), 'text/csv') : undefined })) settle(rows)
  }
  return (
    <Panel
      title="Static token users"
      about={
        <>
          The file of <code>--{FLAG}</code> lists a token, user name, UID and groups per line. The API server reads it
          at startup, so a change restarts it.
        </>
      }
      actions={
        file !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => change([...rows, { ...NEW, token: freshToken() }])}
          >
            Add user
          </Button>
        )
      }
    >
      <div className="o-panel-body o-stack">
        {!argv && unread === undefined && <Loading lines={2} />}
        {error !== undefined && <ErrorMessage error={error} />}
        {unread !== undefined && (
          <ErrorMessage error={unread}>
            The flags of the API server are not known yet. This page tries again by itself.
          </ErrorMessage>
        )}
        {file === undefined && (
          <p className="o-dim o-flush">
            The flag names the file <code>{flag}</code>, which only the machine behind the relay can read.
          </p>
        )}
        {argv && rows.length === 0 && file !== undefined && (
          <p className="o-dim o-flush">No users yet. Add one, or load the example at the top of this page.</p>
        )}
        {rows.length > 0 && (
          <div className="o-rows o-people-file">
            <div className="heads" aria-hidden>
              <span>User</span>
              <span>UID</span>
              <span>Groups, comma-separated</span>
              <span>Token</span>
              <span />
              <span />
            </div>
            {rows.map((row, i) => {
              const who = row.name || `row ${i + 1}`
              return (
                <UserFields key={i} i={i} who={who} row={row} set={set} drafted={drafted} change={change} rows={rows} />
              )
            })}
          </div>
        )}
        {drafted && !complete && <p className="o-dim o-flush">Each user needs a name and a token.</p>}
        {drafted && (
          <div className="o-row wrap">
            <Button loading={busy} disabled={!complete} onClick={() => void save()}>
              Restart with these users
            </Button>
            <Button variant="default" onClick={drop}>
              Discard changes
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

const freshToken = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 20)
