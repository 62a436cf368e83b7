"""Names that the languages of the JVM give to every file: what is called by them is not looked for here."""

from __future__ import annotations

_JAVA = (
    "AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException "
    "ArrayStoreException AssertionError AutoCloseable Boolean Byte CharSequence Character Class "
    "ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException Cloneable "
    "Comparable Deprecated Double Enum Error Exception ExceptionInInitializerError Float "
    "FunctionalInterface IllegalAccessException IllegalArgumentException IllegalMonitorStateException "
    "IllegalStateException IndexOutOfBoundsException InheritableThreadLocal InstantiationException "
    "Integer InterruptedException Iterable LinkageError Long Math ModuleLayer NegativeArraySizeException "
    "NoClassDefFoundError NoSuchFieldException NoSuchMethodException NullPointerException Number "
    "NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder ProcessHandle "
    "Readable Record ReflectiveOperationException Runnable Runtime RuntimeException SafeVarargs "
    "SecurityException Short StackOverflowError StackTraceElement StackWalker StrictMath String "
    "StringBuffer StringBuilder StringIndexOutOfBoundsException SuppressWarnings System Thread "
    "ThreadGroup ThreadLocal Throwable UnsupportedOperationException VirtualMachineError Void"
)
_KOTLIN = (
    "Any Annotation Array ArrayList BooleanArray ByteArray Char CharArray Collection Comparator "
    "Deprecated DoubleArray FloatArray Function HashMap HashSet Int IntArray Iterator JvmField JvmName "
    "JvmOverloads JvmStatic KotlinVersion Lazy LinkedHashMap LinkedHashSet List ListIterator LongArray "
    "Map MatchResult MutableCollection MutableIterable MutableIterator MutableList MutableMap MutableSet "
    "NoSuchElementException Nothing OptIn Pair PublishedApi Regex RegexOption ReplaceWith Result Sequence "
    "Set ShortArray Suppress Throws Triple Typography UByte UInt ULong UShort Unit apply also arrayListOf "
    "arrayOf arrayOfNulls assert booleanArrayOf buildList buildMap buildSet buildString byteArrayOf "
    "charArrayOf check checkNotNull doubleArrayOf emptyArray emptyList emptyMap emptySequence emptySet "
    "enumValueOf enumValues error floatArrayOf hashMapOf hashSetOf intArrayOf lazy lazyOf let linkedMapOf "
    "linkedSetOf listOf listOfNotNull longArrayOf mapOf maxOf minOf mutableListOf mutableMapOf "
    "mutableSetOf print println readLine readln repeat require requireNotNull run runCatching sequence "
    "sequenceOf setOf shortArrayOf sortedMapOf sortedSetOf synchronized takeIf takeUnless to until use "
    "with TODO"
)
_SCALA = (
    "Any AnyRef AnyVal Array BigDecimal BigInt Char Either Equiv Fractional Function Int Integral "
    "Iterable Iterator Left List Map Nil None Nothing Null Numeric Option Ordered Ordering "
    "PartialFunction Predef Range Right Seq Set Some Stream StringContext Unit Vector assert assume "
    "classOf identity implicitly locally print printf println require summon valueOf ???"
)
BUILT_IN = {
    "java": frozenset(_JAVA.split()),
    "kotlin": frozenset(f"{_JAVA} {_KOTLIN}".split()),
    "scala": frozenset(f"{_JAVA} {_SCALA}".split()),
}
