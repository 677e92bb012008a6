import WaybillRules
import WaybillTools

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension CalendarDay {
    /// The local date, from the system. Foundation's calendar takes longer to load than a small set to check.
    static var today: CalendarDay {
        var now = time(nil)
        var parts = unsafe tm()  // a plain value
        _ = unsafe localtime_r(&now, &parts)  // local out parameters
        return unsafe CalendarDay(  // plain integers
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}
