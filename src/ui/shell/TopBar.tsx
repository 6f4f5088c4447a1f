import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Go } from '../components/Go'
import { Icon } from '../components/Icon'
import { useFlags, useRelease } from '../queries/flags'
import { flagValue } from '../state/argv'
import { openShare } from '../state/share'
import { Tip } from '../components/Tip'
import { ClockChip } from './ClockChip'
import { IdentityChip } from './IdentityChip'
import { openPalette } from './palette-state'
import { PlaneChip } from './PlaneChip'

/** The bar above every page: search, identity, clock and theme. */
export function TopBar({ onKinds }: { readonly onKinds?: () => void }) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('dark')
  return (
    <header className="o-top">
      <Brand />
      <span className="o-tag wide">simulated</span>
      <PlaneChip />
      <Release />
      <ClockChip />
      {onKinds && (
        <button type="button" className="o-pill line o-only-narrow" onClick={onKinds}>
          <Icon name="list" /> Kinds
        </button>
      )}
      <span className="o-grow" />
      <button
        type="button"
        className="o-pill o-search"
        data-tour="search"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon name="search" />
        <span className="wide">Search or run a command</span>
        <span className="o-only-narrow o-hidden">Search</span>
        <kbd className="o-key roomy">Ctrl K</kbd>
      </button>
      <IdentityChip />
      <Tip label="Share this plane">
        <ActionIcon
          className="wide"
          variant="subtle"
          color="gray"
          size="md"
          aria-label="Share this plane"
          onClick={openShare}
        >
          <Icon name="share" size={18} />
        </ActionIcon>
      </Tip>
      <Tip label={scheme === 'dark' ? 'Light' : 'Dark'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={scheme === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme'}
          onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
        >
          <Icon name={scheme === 'dark' ? 'sun' : 'moon'} size={18} />
        </ActionIcon>
      </Tip>
    </header>
  )
}

/** The cluster's name; leads to the front page. */
function Brand() {
  const name = flagValue(useFlags().data?.argv ?? [], 'cluster-name') ?? 'orchard'
  return (
    <Go place={{ to: '/' }} className="o-brand" aria-label={`${name} home`}>
      <Icon name="orchard" size={22} />
      <b>{name}</b>
    </Go>
  )
}

function Release() {
  const release = useRelease()
  return (
    <Tip label="Release that this API server simulates">
      <Go place={{ to: '/settings/release' }} className="o-pill o-num wide">
        {release ?? '…'}
      </Go>
    </Tip>
  )
}
