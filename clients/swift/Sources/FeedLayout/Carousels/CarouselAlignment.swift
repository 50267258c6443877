extension CarouselLayout {
  /// Where in the view a group rests.
  public enum Alignment: Hashable, Sendable {
    /// At the leading edge.
    case start
    /// In the middle.
    case center
    /// At the trailing edge.
    case end
    /// With this share of the free space before it: 0 is ``start``, 1 is ``end``.
    case fraction(Double)

    /// The share of the free space that is before the group.
    public var shareBefore: Double {
      switch self {
      case .start: 0
      case .center: 0.5
      case .end: 1
      case .fraction(let share): share
      }
    }
  }

  /// How many items make a group.
  public enum Grouping: Hashable, Sendable {
    /// This many, the last group may have fewer; inside ``CarouselLayout/supportedGroupSizes``.
    case items(Int)
    /// The most items that fit in the view, at least one.
    case automatic
  }
}

extension LayoutOption<CarouselLayout.Options> {
  /// Where in the view a group rests: by name, or a share of the free space.
  static func alignment(_ name: String, _ valueName: String, _ text: String) -> Self {
    let range = 0.0...1
    let values = OptionDescription.Values.namesOrNumber(["start", "center", "end"], range)
    return Self(
      OptionDescription(name, values, valueName, text), \.align,
      check: .init { options throws(LayoutError) in
        try OptionCheck.number(options.align.shareBefore, in: range, name)
      },
      read: { value, place throws(OptionMismatch) in
        switch value {
        case .text("start"): return .start
        case .text("center"): return .center
        case .text("end"): return .end
        case .text: throw value.mismatch(values.expected, place)
        default: return .fraction(try value.number(place))
        }
      },
      write: { alignment in
        switch alignment {
        case .start: .text("start")
        case .center: .text("center")
        case .end: .text("end")
        case .fraction(let share): .number(share)
        }
      })
  }

  /// How many items make a group: `auto`, or a number.
  static func grouping(_ name: String, _ valueName: String, _ text: String) -> Self {
    let range = CarouselLayout.supportedGroupSizes
    let values = OptionDescription.Values.namesOrInteger(["auto"], range)
    return Self(
      OptionDescription(name, values, valueName, text), \.group,
      check: .init { options throws(LayoutError) in
        guard case .items(let count) = options.group else { return }
        try OptionCheck.integer(count, in: range, name)
      },
      read: { value, place throws(OptionMismatch) in
        switch value {
        case .text("auto"): return .automatic
        case .text: throw value.mismatch(values.expected, place)
        default: return .items(try value.integer(place))
        }
      },
      write: { grouping in
        switch grouping {
        case .items(let count): .integer(count)
        case .automatic: .text("auto")
        }
      })
  }
}
