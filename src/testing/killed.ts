import type { ChildProcess } from 'node:child_process'

/**
 * Kills a process without warning and resolves when it has ended. Also accepts one that has already ended or never
 * started.
 */
export async function killed(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
