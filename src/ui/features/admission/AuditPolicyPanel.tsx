import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Icon } from '../../components/Icon'
import { ErrorMessage } from '../../components/States'
import { useFlags, useMinorRelease } from '../../queries/flags'
import { flagValue, withFlags } from '../../state/argv'
import { useDrafts } from '../../state/drafts'
import { fromDataUrl, toDataUrl } from '../../state/data-url'
import { useRestart } from '../../queries/use-restart'
import { Panel } from '../../components/Panel'
import { auditPolicyMarks } from './audit-policy-marks'
import { POLICY_EXAMPLES } from './audit-policies'
import { MarkedFile } from './MarkedFile'

const FLAG = 'audit-policy-file'
const DRAFT = 'admission/audit-policy'

/** The editor of the audit policy; applying it restarts the server. */
export function AuditPolicyPanel({ recording }: { readonly recording: boolean }) {
  const flags = useFlags().data
  const { restart, busy, error } = useRestart()
  const [asked, setAsked] = useState(false)
  const draft = useDrafts((state) => state.drafts[DRAFT]?.text)
  const { keep, drop, settle } = useDrafts.getState()
  const release = useMinorRelease()
  const running = flags && flagValue(flags.argv, FLAG)
  const marks = useMemo(
    () => auditPolicyMarks(draft ?? fromDataUrl(running ?? '') ?? '', release),
    [draft, running, release],
  )
  if (!flags) return null
  const value = running
  const current = value === undefined ? '' : (fromDataUrl(value) ?? '')
  const text = draft ?? current
  const use = async (policy: string | undefined): Promise<void> => {
    setAsked(true)
    const url = policy === undefined ? undefined : toDataUrl(policy, 'application/yaml')
    const argv = withFlags(flags.argv, { [FLAG]: url })
    if (await restart(argv)) settle(DRAFT, policy ?? '')
  }
  return (
    <Panel
      title="Audit policy"
      about={
        recording
          ? 'The first matching rule sets the audit level. The log is kept in memory: a restart empties it.'
          : 'Nothing is recorded without a policy. Choose one to start with. The API server restarts; stored objects are kept.'
      }
    >
      <div className="o-panel-body o-stack">
        {asked && error !== undefined && (
          <ErrorMessage error={error}>Nothing was changed. The API server keeps its current flags.</ErrorMessage>
        )}
        <div className="o-row wrap">
          {POLICY_EXAMPLES.map(({ title, about, text: policy }) => (
            <Button
              key={title}
              variant="default"
              title={about}
              leftSection={<Icon name="example" size={14} />}
              onClick={() => keep(DRAFT, policy)}
            >
              {title}
            </Button>
          ))}
        </div>
        {value !== undefined && current === '' && <p className="o-dim o-flush">{value} is in use.</p>}
        <MarkedFile
          id="audit-policy"
          label="Audit policy"
          value={text}
          onChange={(next) => (next === current ? drop(DRAFT) : keep(DRAFT, next))}
          marks={marks}
        />
        <div className="o-row wrap">
          <Button
            loading={busy}
            disabled={text.trim() === '' || text === current || marks.length > 0}
            onClick={() => void use(text)}
          >
            Restart with this policy
          </Button>
          {draft !== undefined && (
            <Button variant="default" onClick={() => drop(DRAFT)}>
              Revert to running policy
            </Button>
          )}
          {recording && (
            <Button variant="default" disabled={busy} onClick={() => void use(undefined)}>
              Stop auditing
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
