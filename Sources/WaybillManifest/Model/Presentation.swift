/// The words of `present:`, how a view is shown.
public enum Presentation: String, Sendable, Hashable, CaseIterable {
    case push, present, popover, sheet, segue, show, showDetail, addChild, addSubview, custom, make
}
