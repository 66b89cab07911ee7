package io.zarrspark.zarrjava;

import com.github.luben.zstd.Zstd;
import java.util.Arrays;

class ZarrJavaFaultsTest {
  static boolean zstdJniIsNewEnough() {
    return Arrays.stream(Zstd.class.getMethods())
        .anyMatch(
            method ->
                method.getName().equals("getFrameContentSize")
                    && Arrays.equals(method.getParameterTypes(), new Class<?>[] {byte[].class}));
  }
}
