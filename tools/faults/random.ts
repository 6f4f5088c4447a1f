/** Numbers between 0 and 1 that a seed repeats. */
export function randomOf(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  for (let i = 0; i < 8; i++) state = (state * 16_807) % 2_147_483_647
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
