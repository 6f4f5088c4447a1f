/** Reproducible numbers between 0 and 1 from a seed. */
export function randomOf(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  for (let i = 0; i < 8; i++) state = (state * 16_807) % 2_147_483_647
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
