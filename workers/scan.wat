;; Dot products of one int8 query with a run of int8 vectors, 384 components each.
;; The caller lays out the memory; the query comes widened to int16, which saves
;; half of the extensions: 8 lanes a step, 48 steps a vector.
;; |sum| <= 384 * 127 * 127, far inside int32.
(module
  (memory (export "memory") 1)
  (func (export "dots") (param $query i32) (param $data i32) (param $count i32) (param $out i32)
    (local $end i32) (local $step i32) (local $sum v128)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $vector
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $step (i32.const 0))
        (loop $lanes
          (local.set $sum
            (i32x4.add
              (local.get $sum)
              (i32x4.dot_i16x8_s
                (v128.load (i32.add (local.get $query) (i32.shl (local.get $step) (i32.const 1))))
                (v128.load8x8_s (i32.add (local.get $data) (local.get $step))))))
          (local.set $step (i32.add (local.get $step) (i32.const 8)))
          (br_if $lanes (i32.lt_u (local.get $step) (i32.const 384))))
        (i32.store (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $data (i32.add (local.get $data) (i32.const 384)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $vector)))))
