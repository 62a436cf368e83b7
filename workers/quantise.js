/** Unit vectors as int8 with one scale each: component = int8 * scale. */

/** Components of a vector of all-MiniLM-L6-v2; scan.wat is written for it. */
export const DIMENSION = 384;

/**
 * @typedef {{ scales: Float32Array<ArrayBuffer>, data: Int8Array<ArrayBuffer> }} Packed
 *   `data` holds `scales.length` vectors of DIMENSION components, one after the other
 */

/**
 * @param {Float32Array} vectors n * DIMENSION components
 * @returns {Packed}
 */
export function quantise(vectors) {
  const count = vectors.length / DIMENSION;
  const scales = new Float32Array(count);
  const data = new Int8Array(vectors.length);
  for (let row = 0; row < count; row++) {
    const vector = vectors.subarray(row * DIMENSION, (row + 1) * DIMENSION);
    let peak = 0;
    for (const component of vector) peak = Math.max(peak, Math.abs(component));
    if (peak === 0) continue;
    scales[row] = peak / 127;
    for (let i = 0; i < DIMENSION; i++) data[row * DIMENSION + i] = Math.round((vector[i] * 127) / peak);
  }
  return { scales, data };
}

/**
 * The dot product of a float vector with one row of packed vectors.
 *
 * @param {Float32Array} query
 * @param {Packed} packed
 * @param {number} row
 */
export function dot(query, { scales, data }, row) {
  let sum = 0;
  for (let i = 0, at = row * DIMENSION; i < DIMENSION; i++, at++) sum += query[i] * data[at];
  return sum * scales[row];
}
