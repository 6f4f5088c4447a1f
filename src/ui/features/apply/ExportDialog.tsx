import { Button, Checkbox, Modal, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { copyText } from '../../state/notify'
import { useActions } from './actions'
import { commandLines, isSecretAction } from './export'
import type { Lab } from './use-lab'

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/x-shellscript' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** What happened in the lab, as command lines that do it again. */
export function ExportDialog({
  lab,
  client,
  onClient,
  onClose,
}: {
  readonly lab: Lab
  readonly client: 'orchctl' | 'curl'
  readonly onClient: (client: 'orchctl' | 'curl') => void
  readonly onClose: () => void
}) {
  const [secrets, setSecrets] = useState(false)
  const text = commandLines(lab.actions, client, location.origin, secrets)
  return (
    <Modal opened onClose={onClose} title="Export as commands" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className="o-stack">
        <div className="o-row wrap">
          <SegmentedControl
            size="xs"
            aria-label="Client"
            value={client}
            onChange={(value) => onClient(value === 'curl' ? 'curl' : 'orchctl')}
            data={[
              { value: 'orchctl', label: 'orchctl' },
              { value: 'curl', label: 'curl' },
            ]}
          />
          <span className="o-dim o-small">
            {lab.actions.length} {lab.actions.length === 1 ? 'request' : 'requests'} in this tab, including failed ones
          </span>
          <span className="o-grow" />
          {lab.actions.some(isSecretAction) && (
            <Checkbox
              size="xs"
              label="Include secrets"
              checked={secrets}
              onChange={(e) => setSecrets(e.currentTarget.checked)}
            />
          )}
          <Button
            size="xs"
            variant="subtle"
            disabled={lab.actions.length === 0}
            onClick={() => useActions.getState().forget(lab.key)}
          >
            Clear
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="download" />}
            disabled={lab.actions.length === 0}
            onClick={() => download(text, `${lab.target.name}.sh`)}
          >
            Save
          </Button>
          <Button
            size="xs"
            data-autofocus
            leftSection={<Icon name="copy" />}
            disabled={lab.actions.length === 0}
            onClick={() => void copyText(text, 'Commands')}
          >
            Copy
          </Button>
        </div>
        {lab.actions.length > 0 ? (
          <pre className="o-code o-lab-export" tabIndex={0} aria-label="Commands">
            {text}
          </pre>
        ) : (
          <p className="o-dim">No actions yet. Every apply, force, patch and withdraw is recorded here.</p>
        )}
      </div>
    </Modal>
  )
}
