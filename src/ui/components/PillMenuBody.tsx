import { Menu } from '@mantine/core'
import { cloneElement, useEffect, useRef, useState } from 'react'
import { Icon } from './Icon'
import type { MenuEntry, PillMenuProps } from './PillMenu'

/**
 * The menu of a button that has been pressed. The button is rendered as a new element, so it must take the focus before the
 * menu opens.
 */
export function PillMenuBody({ opened, onChange, target, position, width, entries }: PillMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setReady(true)
  }, [])
  return (
    <Menu
      opened={opened && ready}
      onChange={onChange}
      position={position}
      shadow="md"
      width={width}
      withinPortal={false}
    >
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>{opened && entries().map(lineOf)}</Menu.Dropdown>
    </Menu>
  )
}

function lineOf(entry: MenuEntry, at: number) {
  if (entry === 'rule') return <Menu.Divider key={at} />
  if ('heading' in entry) return <Menu.Label key={at}>{entry.heading}</Menu.Label>
  const { id, icon, text, note, disabled = false, run } = entry
  return (
    <Menu.Item key={id} leftSection={<Icon name={icon} />} disabled={disabled} onClick={run}>
      <div className="o-break">{text}</div>
      {note !== undefined && <div className="o-tiny o-dim o-break">{note}</div>}
    </Menu.Item>
  )
}
