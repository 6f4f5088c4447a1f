import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Tip } from '../../components/Tip'

/** A secret, masked until the user reveals it. */
export function Secret({
  text,
  label,
  block = false,
}: {
  readonly text: string
  /** What it is, such as `the private key`. */
  readonly label: string
  readonly block?: boolean
}) {
  const [shown, setShown] = useState(false)
  const content = shown ? text : '•'.repeat(block ? 48 : Math.min(24, Math.max(8, text.length)))
  return (
    <div className="o-secret">
      {block ? (
        <pre className="o-code o-grow" tabIndex={0} aria-label={shown ? label : `${label}, hidden`}>
          {content}
        </pre>
      ) : (
        <code className="o-break o-grow">
          <span aria-hidden={!shown}>{content}</span>
          {!shown && <span className="o-hidden">hidden</span>}
        </code>
      )}
      <Tip label={shown ? 'Hide' : 'Show'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${shown ? 'Hide' : 'Show'} ${label}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'close' : 'watch'} />
        </ActionIcon>
      </Tip>
      <CopyButton label={`Copy ${label}`} text={() => text} />
    </div>
  )
}
