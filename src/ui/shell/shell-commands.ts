import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import type { Command } from '../feature'
import { useClockHands } from '../state/clock-hands'
import { ADMIN, NOBODY } from '../state/identity'
import { requestLog, useRequests } from '../state/requests'
import { useActAs } from './IdentityChip'
import { showKeys } from './palette-state'

/** Commands of the frame itself: theme, clock, identity, request strip. */
export function useShellCommands(): readonly Command[] {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('dark')
  const hands = useClockHands()
  const actAs = useActAs()
  return useMemo(
    () => [
      { id: 'keys', title: 'List all keys', hint: '?', icon: 'keyboard', run: () => showKeys(true) },
      {
        id: 'theme',
        title: scheme === 'dark' ? 'Light theme' : 'Dark theme',
        words: 'colour mode switch',
        icon: scheme === 'dark' ? 'sun' : 'moon',
        run: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
      },
      {
        id: 'strip',
        title: 'Open or close the request strip',
        hint: 'r',
        words: 'network trace drawer',
        icon: 'drawer',
        run: () => useRequests.getState().setDrawer(useRequests.getState().drawer === 'open' ? 'closed' : 'open'),
      },
      { id: 'clear', title: 'Clear the request strip', icon: 'trash', run: () => requestLog.clear() },
      { id: 'hold', title: 'Hold the clock', words: 'pause time', icon: 'pause', run: hands.hold },
      { id: 'resume', title: 'Let the clock run', words: 'resume time', icon: 'play', run: hands.resume },
      {
        id: 'minute',
        title: 'Step the clock forward by a minute',
        words: 'fast-forward time',
        icon: 'step',
        run: () => hands.step(60_000),
      },
      {
        id: 'admin',
        title: 'Be the administrator',
        hint: 'i a',
        words: 'identity who',
        icon: 'identity',
        run: () => actAs(ADMIN.id),
      },
      {
        id: 'nobody',
        title: 'Be nobody: send no credentials',
        hint: 'i n',
        words: 'identity anonymous',
        icon: 'identity',
        run: () => actAs(NOBODY.id),
      },
    ],
    [scheme, setColorScheme, hands, actAs],
  )
}
