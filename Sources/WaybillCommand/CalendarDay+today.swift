import Foundation
import WaybillManifest

extension CalendarDay {
    /// The day here and now.
    static var today: CalendarDay {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
        return CalendarDay(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
    }
}
