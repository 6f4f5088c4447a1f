import { main } from './main'

/** Runs the command line of this process, and exits with its exit code. */
export async function runProcess(argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop.abort())
  // The reader of the output may stop early: `orchctl get pods | head -1`.
  process.stdout.on('error', () => process.exit(0))
  process.exit(await main([...argv], stop.signal))
}
